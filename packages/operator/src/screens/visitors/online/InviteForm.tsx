import { ApiError } from "@parlour/client";
import type { Operator } from "@parlour/protocol";
import type { CannedReply, Department, VisitorOnline } from "@parlour/protocol/api";
import { IconBolt, IconSend2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState, type FormEvent } from "react";
import { api, queries } from "../../../state/api.ts";
import { draftOf, setDraft, useDrafts } from "../../../state/drafts.ts";
import { useLive } from "../../../state/live-context.tsx";
import { usePreferences } from "../../../state/preferences.ts";
import { Button } from "../../../ui/Button.tsx";
import { Failure } from "../../../ui/Failure.tsx";
import { Select, TextArea } from "../../../ui/Field.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Banner } from "../../../ui/marks.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useDeed } from "../../../ui/deed.ts";
import { fillVariables, filledText, type ReplyValues } from "../../inbox/replies/fill-variables.ts";
import { findReplies } from "../../inbox/replies/find-replies.ts";
import { useReplies } from "../../inbox/replies/use-replies.ts";
import { visitorName } from "../../../ui/visitor-name.ts";
import { SentInvitation } from "./SentInvitation.tsx";
import { t } from "./text.ts";

/** Limit of WG-060. */
const longest = 500;
const mostTemplates = 12;

interface Props {
  /** The visitor as last seen. */
  visitor: VisitorOnline;
  /** The visitor still has a page open. */
  isHere: boolean;
  me: Operator;
  /** The operator pressed Invite to open the form. */
  asked: boolean;
}

/**
 * Invites a visitor who has not written. The text is shown in their chat window, and their answer
 * starts the chat (WG-060).
 */
export function InviteForm({ visitor, isHere, me, asked }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const offline = useLive((state) => state.connection.kind === "offline");
  const unavailable = offline ? t("online.invite.offline") : isHere ? undefined : t("online.invite.gone");
  const { text, write, department, choose, deed, send } = useInvitation(visitor, me);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") field.current?.focus();
    else if (unavailable === undefined) void send();
  };
  const toField = () => field.current?.focus();
  const left = longest - text.length;
  return (
    <form className="invite" aria-label={t("online.invite.title")} onSubmit={submit}>
      <div className="line">
        <h3 className="t13 bold grow">{t("online.invite.title")}</h3>
        <Templates
          values={valuesOf(visitor, me)}
          onPick={(words) => {
            write(words.slice(0, longest));
            toField();
          }}
        />
      </div>
      {visitor.invitation !== null && (
        <SentInvitation visitor={{ ...visitor, invitation: visitor.invitation }} unavailable={unavailable} onWithdrawn={toField} />
      )}
      <WhyNot isHere={isHere} failure={deed.failure} />
      <TextArea
        label={t("online.invite.text")}
        hideLabel
        rows={3}
        dir="auto"
        value={text}
        maxLength={longest}
        ref={field}
        {...(left <= 50 && { hint: t("online.invite.left", { n: left }) })}
        onChange={(event) => write(event.target.value)}
        // The operator pressed Invite to write here.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={asked}
      />
      <div className="acts">
        <DepartmentChoice value={department} onChoose={choose} />
        <Button type="submit" variant="primary" icon={IconSend2} flipIcon unavailable={unavailable ?? deed.busy}>
          {t(visitor.invitation === null ? "online.invite.verb" : "online.invite.again")}
        </Button>
      </div>
    </form>
  );
}

/**
 * State of the invitation. A repeated press sends the same invitation once. Another text or
 * department makes a new one. Unsent text survives a page change until it is sent.
 */
function useInvitation(visitor: VisitorOnline, me: Operator) {
  useDrafts();
  const text = draftOf(me.id, visitor.number, "invite");
  const [department, setDepartment] = useState("");
  const deed = useDeed();
  const key = useRef<string | null>(null);
  const write = (next: string) => {
    setDraft(me.id, visitor.number, "invite", next);
    key.current = null;
  };
  const choose = (next: string) => {
    setDepartment(next);
    key.current = null;
  };
  const send = async () => {
    const body = { text, ...(department !== "" && { department_id: Number(department) }) };
    await deed.run(async () => {
      key.current ??= crypto.randomUUID();
      await api.post(`/visitors/${visitor.number}/invite`, body, { idempotencyKey: key.current });
      write("");
      toast(t("online.invite.done", { name: visitorName({ visitor }) }));
    });
    void queries.invalidateQueries({ queryKey: ["visitors", "online"] });
  };
  return { text, write, department, choose, deed, send };
}

/** Choice of the department that answers. Empty if the account has none. */
function DepartmentChoice({ value, onChoose }: { value: string; onChoose: (department: string) => void }) {
  const { data = [] } = useQuery({ queryKey: ["departments"], queryFn: () => api.list<Department>("/departments") });
  if (data.length === 0) return null;
  return (
    <Select
      label={t("online.invite.department")}
      hideLabel
      value={value}
      options={[{ value: "", label: t("online.invite.anybody") }, ...data.map((one) => ({ value: String(one.id), label: one.name }))]}
      onChange={(event) => onChoose(event.target.value)}
    />
  );
}

/** Why the visitor cannot be invited, or why the invitation failed. */
function WhyNot({ isHere, failure }: { isHere: boolean; failure: unknown }) {
  if (isHere) return failure === null ? null : <Refused error={failure} />;
  return (
    <Banner tone="warn" live>
      {t("online.invite.gone")}
    </Banner>
  );
}

function Refused({ error }: { error: unknown }) {
  const code = error instanceof ApiError ? error.code : "";
  if (code !== "not_available" && code !== "at_limit") return <Failure error={error} />;
  return (
    <Banner tone="warn" live>
      {t(code === "at_limit" ? "online.invite.enough" : "online.invite.gone")}
    </Banner>
  );
}

/** Quick replies as templates, most used first. */
function Templates({ values, onPick }: { values: ReplyValues; onPick: (text: string) => void }) {
  const { locale } = usePreferences();
  const replies = useReplies();
  const shown: readonly CannedReply[] = findReplies(replies.data ?? [], "", locale, mostTemplates);
  if (shown.length === 0) return null;
  return (
    <Menu
      label={t("online.invite.templates")}
      className="btn text t13"
      groups={[{ entries: shown.map((reply) => ({ id: String(reply.id), label: `/${reply.shortcut}`, hint: reply.text.slice(0, 60) })) }]}
      onAction={(id) => {
        const reply = shown.find((one) => String(one.id) === id);
        if (reply) onPick(filledText(fillVariables(reply.text, values)));
      }}
    >
      <Icon of={IconBolt} small />
      {t("online.invite.templates")}
    </Menu>
  );
}

/** Returns the values for placeholders of quick replies that are known before a chat. */
function valuesOf(visitor: VisitorOnline, me: Operator): ReplyValues {
  const [page] = visitor.trail;
  return {
    "visitor.name": visitor.name?.value ?? "",
    "visitor.email": visitor.email?.value ?? "",
    "visitor.phone": visitor.phone?.value ?? "",
    "visitor.number": String(visitor.number),
    "operator.name": me.name,
    "channel.name": visitor.channel.name,
    "department.name": "",
    "chat.id": "",
    "page.url": page?.url ?? "",
    "page.title": page?.title ?? "",
  };
}
