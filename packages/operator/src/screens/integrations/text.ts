import { joinTexts } from "../../text/index.ts";
import { tail } from "./tail-text.ts";
import { test } from "./test-text.ts";
import { endpoint } from "./endpoint-text.ts";
import { figure } from "./figure-text.ts";
import { ledger } from "./ledger-text.ts";

/** Texts of the integration screens. */
export const t = joinTexts(tail, test, endpoint, figure, ledger);
