import { joinTexts } from "../text/index.ts";
import { ring } from "./ring-text.ts";
import { keys } from "./keys-text.ts";
import { frame } from "./frame-text.ts";

/** Words of the shell. */
export const t = joinTexts(ring, keys, frame);
