import { IconCalendarClock } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { loadChunk } from "../../../ui/loading/load-chunk.ts";
import type { ComposerApi } from "../picker/composer-api.ts";
import { t } from "./text.ts";

/** Contains the parser of times. */
export const ScheduleDialog = lazy(() =>
  loadChunk(() => import("./ScheduleDialog.tsx")).then((module) => ({
    default: module.ScheduleDialog,
  })),
);

/** Button next to Send. It asks when to send the reply. */
export function SendLaterButton({ composer: { chat, me, field } }: { composer: ComposerApi }) {
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    setAsking(false);
    field.current?.focus();
  };
  return (
    <>
      <Button
        icon={IconCalendarClock}
        aria-label={t("later.title")}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      />
      {isAsking && (
        <Suspense fallback={null}>
          <ScheduleDialog chat={chat} me={me} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
