import { ApiError, type Attachment } from "@parlour/client";
import { wordsOf } from "../../../../ui/Failure.tsx";
import { t } from "../text.ts";

/** Returns why a file was rejected. `maxMib`: the size limit of the server. */
export function refusalWords(why: NonNullable<Attachment["why"]>, mostMib: number): string {
  if (!(why instanceof ApiError)) return why === "too_big" ? t("attach.too_big", { n: mostMib }) : t(`attach.${why}`);
  if (why.status === 413) return t("attach.server.413");
  return why.status === 415 ? t("attach.server.415") : wordsOf(why);
}

/** Describes the state of an upload. `offline`: nothing can be sent. */
export function stateWords(
  file: Attachment,
  { sent, offline, mostMib }: { sent: number | undefined; offline: boolean; mostMib: number },
): string {
  switch (file.state) {
    case "refused":
      return file.why === null ? "" : refusalWords(file.why, mostMib);
    case "lost":
      return t("attach.lost");
    case "stored":
      return t("attach.stored");
    case "sending":
      return progressWords(file.size, sent ?? 0);
    case "waiting":
      if (offline || (file.why instanceof ApiError && file.why.code === "network")) return t("attach.offline");
      return file.why instanceof ApiError ? t("attach.again", { why: wordsOf(file.why) }) : t("attach.turn");
  }
}

function progressWords(size: number, sent: number): string {
  return sent >= size ? t("attach.storing") : t("attach.sending", { percent: percentOf(size, sent) });
}

/** Returns whole percent. 100 only when everything is sent. */
export function percentOf(size: number, sent: number): number {
  return size === 0 ? 100 : Math.floor((Math.min(sent, size) / size) * 100);
}
