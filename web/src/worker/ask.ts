// Whoever has installed Tepui is asked once whether it shall work without a connection too; who has said yes gets what
// is newer.
import { mount, unmount } from "svelte";
import { recall, remember } from "../app/storage";
import { keep, kept, offered } from "./files";
import Offer from "./Offer.svelte";

const [files, here] = await Promise.all([offered(), kept()]);
if (files && here && here !== files.version) await keep(files, () => undefined).catch(() => undefined);
else if (files && !here && !recall("pocket")) {
  const asked = mount(Offer, {
    target: document.body,
    props: {
      onclose: () => {
        remember("pocket", "asked");
        void unmount(asked);
      },
    },
  });
}
