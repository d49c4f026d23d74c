import { mount } from "svelte";
import App from "./App.svelte";
import { words } from "./lib/text.svelte";
import "./fonts.css";
import "./tokens.css";
import "./base.css";

await words.begin();
mount(App, { target: document.getElementById("page")! });
