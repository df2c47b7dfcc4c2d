import { joinTexts } from "../../text/index.ts";
import { inspectorText } from "./inspector/inspector-text.ts";
import { exchangeText } from "../../ui/exchange/text.ts";
import { resultText } from "../../ui/exchange/test/result-text.ts";
import { testText } from "./tests/test-text.ts";
import { endpointText } from "./deliveries/endpoint-text.ts";
import { statisticsText } from "./deliveries/statistics-text.ts";
import { deliveryText } from "./deliveries/delivery-text.ts";

/** Interface texts of the integration screens. */
export const t = joinTexts(
  inspectorText,
  testText,
  resultText,
  exchangeText,
  endpointText,
  statisticsText,
  deliveryText,
);
