// What a page asks of the server, as the page holds it: the answer, or a sentence that says why there is none.
import { Said, under } from "./http";
import { t } from "../words/words.svelte";

/** The server's own sentence, or that it does not answer. */
export const sentenceOf = (error: unknown): string => (error instanceof Said && error.message) || t("no_server");

/** Something that is done now and then, and may fail. */
export class Attempt {
  trouble = $state("");
  busy = $state(false);

  /** Undefined: it failed, and `trouble` says why. */
  async run<T>(what: () => Promise<T>): Promise<T | undefined> {
    this.busy = true;
    try {
      const done = await what();
      this.trouble = "";
      return done;
    } catch (error) {
      this.trouble = sentenceOf(error);
      return undefined;
    } finally {
      this.busy = false;
    }
  }
}

/** Asked at once, and again when anything that the question was made of changes; the older question is given up.
 *  `every`: looked at again after so many ms, while the page is seen. */
export class Resource<T> extends Attempt {
  value = $state.raw<T | null>(null);
  private count = $state(0);

  constructor(ask: (given: AbortSignal) => Promise<T>, every = (): number => 0) {
    super();
    $effect(() => {
      void this.count;
      const question = new AbortController();
      const heard = (told: () => void): void => void (question.signal.aborted || told());
      under(question.signal, () => ask(question.signal)).then(
        (value) => heard(() => ([this.value, this.trouble] = [value, ""])),
        (error: unknown) => heard(() => (this.trouble = sentenceOf(error))),
      );
      const pause = every();
      const timer = pause && setInterval(() => document.hidden || this.again(), pause);
      return () => {
        question.abort();
        if (timer) clearInterval(timer);
      };
    });
  }

  readonly again = (): void => void this.count++;
}
