import type { Summary, SummaryLines } from "@parlour/protocol/api";
import { api } from "../../state/api/api.ts";
import { i18n } from "../../text/index.ts";
import { t } from "./text.ts";

/** Asks the model for a summary in the language of the screen (ASSIST-030). */
export const requestSummary = (chatId: number, signal: AbortSignal): Promise<Summary> =>
  api.post<Summary>(`/chats/${chatId}/summaries`, { language: i18n.locale }, { signal });

/** Lines of a summary in the order of the screen. */
const summaryKeys = [
  "wants",
  "so_far",
  "open",
  "mood",
] as const satisfies readonly (keyof SummaryLines)[];

/** Returns the label and the text of each line that is not empty. */
export const listSummaryLines = (
  summary: SummaryLines,
): readonly { readonly key: string; readonly label: string; readonly text: string }[] =>
  summaryKeys
    .map((key) => ({ key, label: t(`summary.${key}`), text: summary[key].trim() }))
    .filter(({ text }) => text !== "");

/** Returns the summary as plain text for a note or a comment. */
export const formatSummary = (summary: SummaryLines): string =>
  listSummaryLines(summary)
    .map(({ label, text }) => `${label}: ${text}`)
    .join("\n");
