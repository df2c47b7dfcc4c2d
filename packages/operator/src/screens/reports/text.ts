import { joinTexts } from "../../text/index.ts";
import { definition } from "./definition-text.ts";
import { chart } from "./chart-text.ts";
import { table } from "./table-text.ts";
import { range } from "./period-text.ts";

/** Texts of the reports. */
export const t = joinTexts(definition, chart, table, range);
