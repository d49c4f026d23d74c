import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

/** The address of a running `quintain serve` while developing: `npm run dev` passes the API on to it. */
const server = process.env.QUINTAIN_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  base: "./",
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    // Everything that is small enough to be a data: address would need a hole in the content policy.
    assetsInlineLimit: 0,
    reportCompressedSize: true,
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
});
