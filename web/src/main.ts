import { mount, unmount } from "svelte";
import "./design/base.css";
import "./design/classes.css";
import App from "./app/App.svelte";
import { complete, incomplete, version } from "./app/version";
import { startWorker } from "./features/calls/push";
import { settings } from "./app/settings.svelte";

let close = (): void => undefined;
addEventListener("vite:preloadError", () => void incomplete(settings.spoken, () => close()), { once: true });
startWorker();
version.watch();
await settings.begin();
complete();
const app = mount(App, { target: document.getElementById("app")! });
close = () => void unmount(app);
// Who has installed it may want to take it along.
if (matchMedia("(display-mode: standalone)").matches) void import("./worker/ask");
