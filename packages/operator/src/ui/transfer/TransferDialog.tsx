import type { Chat, Operator } from "@parlour/protocol";
import { IconUsersGroup } from "@tabler/icons-react";
import { useState } from "react";
import { useLiveClient } from "../../state/live-context.tsx";
import { SummaryHeader } from "../assist/SummaryHeader.tsx";
import { t as assistText } from "../assist/text.ts";
import { useHasModel } from "../assist/use-has-model.ts";
import { useSummaryDraft, type SummaryDraft } from "../assist/use-summary-draft.ts";
import { TextArea } from "../Field.tsx";
import { Icon } from "../Icon.tsx";
import { getVisitorName } from "../chat/visitor-name.ts";
import {
  useTransferCandidates,
  useDepartments,
  type TransferCandidate,
} from "./transfer-candidates.ts";
import { OperatorOption } from "./OperatorPicker.tsx";
import { OperatorPickerDialog } from "./OperatorPickerDialog.tsx";
import { t } from "./dialog-text.ts";

/** Maximum length of the comment for operators on a transfer (API-025). */
const maxCommentLength = 1000;

/** Kinds of channels whose visitors usually wait for the answer, unlike those of email. */
const liveKinds: ReadonlySet<Chat["channel"]["kind"]> = new Set(["widget", "api"]);

interface TransferDialogProps {
  chat: Chat;
  me: Operator;
  onClose: () => void;
}

/** How an operator gets the chat: at once (API-461), or after they accepted it (API-232). */
type TransferWay = "give" | "ask";

/** Gives the chat to an operator, offers it to one, or transfers it to a department. */
export function TransferDialog({ chat, me, onClose }: TransferDialogProps) {
  const live = useLiveClient();
  const { candidates, error } = useTransferCandidates(chat, me);
  const departments = useDepartments();
  const [comment, setComment] = useState("");
  const [chosenWay, setWay] = useState<TransferWay | null>(null);
  const findCandidate = (to: string | null) =>
    candidates?.find((candidate) => to === `o:${candidate.id}`);
  const isLive = liveKinds.has(chat.channel.kind);
  const toWay = (candidate: TransferCandidate): TransferWay =>
    candidate.unavailableReason === null ? (chosenWay ?? (isLive ? "ask" : "give")) : "give";
  const transfer = (to: string) => {
    const target = Number(to.slice(2));
    const candidate = findCandidate(to);
    return live.transfer(
      chat.id,
      candidate === undefined
        ? { department_id: target }
        : { operator_id: target, assign: toWay(candidate) === "give" ? true : undefined },
      comment.trim(),
    );
  };
  const toButtonText = (to: string | null) => {
    const candidate = findCandidate(to);
    const isGiven = candidate !== undefined && toWay(candidate) === "give";
    return t(isGiven ? "transfer.assign" : "transfer.verb");
  };
  return (
    <OperatorPickerDialog
      title={t("transfer.title", { name: getVisitorName(chat) })}
      button={toButtonText}
      canChoose={({ unavailableReason }) => unavailableReason !== "not_on_channel"}
      candidates={candidates}
      error={error}
      onPick={transfer}
      onClose={onClose}
    >
      {(picker, chosen = findCandidate(picker.chosen)) => (
        <>
          {departments && departments.length > 0 && (
            <fieldset className="picklist">
              <legend>{t("transfer.department")}</legend>
              <div className="picks-in">
                {departments.map((department) => (
                  <OperatorOption
                    key={department.id}
                    {...picker}
                    value={`d:${department.id}`}
                    icon={<Icon of={IconUsersGroup} />}
                    note={t("transfer.people", { n: department.operators.length })}
                  >
                    <bdi>{department.name}</bdi>
                  </OperatorOption>
                ))}
              </div>
            </fieldset>
          )}
          {chosen && (
            <WayField name={picker.name} candidate={chosen} way={toWay(chosen)} onChoose={setWay} />
          )}
          <CommentField {...{ chat, me, comment }} onComment={setComment} />
        </>
      )}
    </OperatorPickerDialog>
  );
}

interface CommentFieldProps {
  chat: Chat;
  me: Operator;
  comment: string;
  onComment: (comment: string) => void;
}

/** Edits the comment. The model drafts it as a summary, unless somebody writes first. */
function CommentField({ chat, me, comment, onComment }: CommentFieldProps) {
  const hasModel = useHasModel(me);
  const summary = useSummaryDraft(chat.id, hasModel, (text) =>
    onComment(text.slice(0, maxCommentLength)),
  );
  const type = (text: string) => {
    if (summary.phase === "working") summary.stop();
    onComment(text);
  };
  return (
    <>
      {hasModel && <SummaryHeader draft={summary} />}
      <TextArea
        label={t("transfer.comment")}
        hint={getCommentHint(summary)}
        rows={hasModel ? 5 : 2}
        maxLength={maxCommentLength}
        value={comment}
        onChange={(event) => type(event.target.value)}
      />
    </>
  );
}

function getCommentHint({ phase, withNotes }: SummaryDraft): string {
  if (phase !== "ready") return t("transfer.comment.hint");
  const hint = t("transfer.comment.summary");
  return withNotes ? hint : `${hint} ${assistText("summary.nonotes")}`;
}

interface WayFieldProps {
  name: string;
  candidate: TransferCandidate;
  way: TransferWay;
  onChoose: (way: TransferWay) => void;
}

/** Chooses how the operator gets the chat. Only operators who are available can be asked. */
function WayField({ name, candidate, way, onChoose }: WayFieldProps) {
  const canAsk = candidate.unavailableReason === null;
  const firstName = candidate.name.trim().split(/\s+/)[0] ?? "";
  return (
    <fieldset className="picklist">
      <legend>{t("transfer.how")}</legend>
      <div className="picks-in">
        {(["give", "ask"] as const).map((value) => (
          <OperatorOption
            key={value}
            name={`${name}-way`}
            value={value}
            chosen={way}
            onChoose={() => onChoose(value)}
            disabled={value === "ask" && !canAsk}
            wraps
          >
            <span>{t(`transfer.${value}`, { name: firstName })}</span>
            <span className="t12 faint">
              {t(
                value === "ask" && !canAsk ? "transfer.ask.unavailable" : `transfer.${value}.hint`,
              )}
            </span>
          </OperatorOption>
        ))}
      </div>
    </fieldset>
  );
}
