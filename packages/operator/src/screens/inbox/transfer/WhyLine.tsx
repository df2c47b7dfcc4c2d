import type { Assignment } from "@parlour/protocol";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { clockTime } from "../../../ui/Time.tsx";
import { AssignmentWords } from "./AssignmentWords.tsx";
import { t } from "./text.ts";
import "./transfer.css";

/** "Why here?" beside the line of an offer or an assignment: what was known then (CORE-037). */
export function WhyLine({ assignment, at }: { assignment: Assignment; at: string }) {
  /** null: nobody has asked yet, and there is no dialog at all. */
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <Button variant="text" small aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("why.title")}
      </Button>
      {open !== null && (
        <Dialog title={t("why.title")} open={open} onClose={() => setOpen(false)}>
          <AssignmentWords assignment={assignment} />
          <p className="t12 faint">{t("why.asof", { time: clockTime(at) })}</p>
        </Dialog>
      )}
    </>
  );
}
