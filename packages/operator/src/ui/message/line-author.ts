import type { Message } from "@parlour/protocol";
import { joinTexts } from "../../text/index.ts";
import { systemMessageText } from "./system-message-text.ts";

const t = joinTexts(systemMessageText);

/** Returns the name of the operator or rule whose action a system message is about, or "". */
export const getLineAuthor = ({ line, cause }: Message): string =>
  line?.by?.name ?? (cause?.kind === "rule" ? t("line.rule", { name: cause.name ?? "" }) : "");
