import { joinTexts } from "../../text/index.ts";
import { definitionText } from "./definition-text.ts";
import { boardText } from "./board/board-text.ts";
import { chartText } from "./charts/chart-text.ts";
import { tableText } from "./charts/table-text.ts";
import { articleReportText } from "./articles/article-report-text.ts";
import { slaText } from "./sla/sla-text.ts";
import { periodText } from "./period/period-text.ts";

/** Interface texts of the reports. */
export const t = joinTexts(
  definitionText,
  chartText,
  tableText,
  periodText,
  boardText,
  slaText,
  articleReportText,
);
