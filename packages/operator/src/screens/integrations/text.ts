import { joinTexts } from "../../text/index.ts";
import { inspectorText } from "./inspector/inspector-text.ts";
import { testText } from "../../ui/exchange/test/test-text.ts";
import { endpointText } from "./deliveries/endpoint-text.ts";
import { statisticsText } from "./deliveries/statistics-text.ts";
import { deliveryText } from "./deliveries/delivery-text.ts";

/** Interface texts of the integration screens. */
export const t = joinTexts(inspectorText, testText, endpointText, statisticsText, deliveryText);
