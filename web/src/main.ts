import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { startWorker } from "./lib/push";
import { settings } from "./lib/settings.svelte";

startWorker();
await settings.begin();
mount(App, { target: document.getElementById("app")! });
