// Being called on this device when it is one's move and no page is open: by the browser's own push service.
import * as ask from "../../net/http";
import { worker } from "../../app/version";
import type { Language } from "../../words/words.svelte";

/** It says that there is no connection, and shows calls; browsers allow it over https and on one's own machine. */
export function startWorker(): void {
  if ("serviceWorker" in navigator && isSecureContext)
    addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined));
}

async function manager(): Promise<PushManager | null> {
  return (await worker())?.pushManager ?? null;
}

/** False: this browser cannot, or its service does not answer; a page that is open still gives notice. */
export async function callMe(language: Language): Promise<boolean> {
  try {
    const push = await manager();
    if (!push) return false;
    const { key } = await ask.pushKey();
    const { endpoint, keys } = (
      await push.subscribe({ userVisibleOnly: true, applicationServerKey: key })
    ).toJSON() as Required<PushSubscriptionJSON>;
    await ask.pushOn({ endpoint, p256dh: keys["p256dh"]!, auth: keys["auth"]!, language });
    return true;
  } catch {
    return false;
  }
}

export async function callMeNoMore(): Promise<void> {
  const known = await (await manager())?.getSubscription();
  if (!known) return;
  await ask.pushOff(known.endpoint).catch(() => undefined);
  await known.unsubscribe();
}
