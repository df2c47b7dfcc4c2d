import { joinTexts } from "../../text/index.ts";
import { inspectorText } from "./inspector-text.ts";
import { testText } from "./test-text.ts";
import { endpointText } from "./endpoint-text.ts";
import { figureText } from "./figure-text.ts";
import { deliveryText } from "./delivery-text.ts";

/** Texts of the integration screens. */
export const t = joinTexts(inspectorText, testText, endpointText, figureText, deliveryText);
