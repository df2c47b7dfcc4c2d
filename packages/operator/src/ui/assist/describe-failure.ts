import { ApiError } from "@parlour/client";
import { findText } from "../../text/index.ts";
import { getErrorText } from "../loading/ErrorMessage.tsx";
import { t } from "./text.ts";

/** Returns why the model wrote no draft (ASSIST-003). */
export function getAssistFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return getErrorText(error);
  if (error.code === "network") return t("assist.failed.network");
  const reason = /^model_(.+)$/.exec(error.code)?.[1];
  return (reason && findText(`assist.failed.${reason}`)) ?? getErrorText(error);
}
