import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { settings } from "./lib/settings.svelte";

await settings.begin();
mount(App, { target: document.getElementById("app")! });
