// Below a page without a server: what it says about itself.
import { mount } from "svelte";
import { line } from "../net/line";
import type { Pocket } from "./door";
import Here from "./Here.svelte";

const { pocket } = line as typeof line & { pocket: Pocket };
const shown = $state({ state: pocket.state, kept: pocket.kept });
pocket.changed = () => Object.assign(shown, { state: pocket.state, kept: pocket.kept });
mount(Here, { target: document.body, props: { pocket, shown } });
