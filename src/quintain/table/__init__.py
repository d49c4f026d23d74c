"""The table as a service: seats, live play over HTTP and WebSocket, and a store in which nothing acknowledged is lost."""
