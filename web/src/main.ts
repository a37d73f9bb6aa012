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
function show(): void {
  complete();
  const app = mount(App, { target: document.getElementById("app")! });
  close = () => void unmount(app);
}
// Not awaited here: what is imported needs this very file, which is not done before its last line.
if (document.documentElement.dataset["pocket"]) void import("./worker/door.svelte").then(({ open }) => open(show));
else show();
