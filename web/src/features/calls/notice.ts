// A word from the system when it is one's move and the page is out of sight; only if its reader asked for it.

/** Browsers offer it over https and on one's own machine only. */
export const canNotify = (): boolean => "Notification" in window && isSecureContext;

/** Asks the reader, once, in the browser's own words. */
export async function askLeave(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

/** `tag`: a newer one of the same table takes the older one's place. */
export function notify(title: string, body: string, tag: string): void {
  if (!canNotify() || Notification.permission !== "granted") return;
  try {
    const notice = new Notification(title, { body, tag, icon: "/favicon-move.svg" });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // Android wants a service worker for it: there the dot in the title has to do
  }
}
