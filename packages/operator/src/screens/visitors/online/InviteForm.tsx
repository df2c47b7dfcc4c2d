import { ApiError } from "@parlour/client";
import type { Operator } from "@parlour/protocol";
import type { Department, VisitorOnline } from "@parlour/protocol/api";
import { IconSend2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState, type FormEvent } from "react";
import { api, queryClient } from "../../../state/api/api.ts";
import { getDraft, setDraft, useDrafts } from "../../../state/drafts/drafts.ts";
import { useLiveState } from "../../../state/live-context.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { Select, TextArea } from "../../../ui/Field.tsx";
import { Banner } from "../../../ui/badges.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { useApiMutation } from "../../../ui/mutation.ts";
import { formatFields, type ReplyValues } from "@parlour/protocol/reply-text";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { InvitationStatus } from "./InvitationStatus.tsx";
import { t } from "./text.ts";
import { InviteTemplates } from "./InviteTemplates.tsx";

/** Maximum length of the text (WG-060). */
const maxTextLength = 500;
interface InviteFormProps {
  /** State of the visitor when they were last on the site. */
  visitor: VisitorOnline;
  /** Whether the visitor still has a page open. */
  isOnSite: boolean;
  me: Operator;
  /** Whether the operator pressed Invite to open the form. */
  isInviting: boolean;
}

/**
 * Form that invites a visitor who has not written yet. The chat window shows the text, and the
 * visitor's answer starts the chat (WG-060).
 */
export function InviteForm({ visitor, isOnSite, me, isInviting }: InviteFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const offline = useLiveState((state) => state.connection.kind === "offline");
  const unavailable = offline
    ? t("online.invite.offline")
    : isOnSite
      ? undefined
      : t("online.invite.gone");
  const { text, write, department, choose, mutation, send } = useInvitation(visitor, me);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") field.current?.focus();
    else if (unavailable === undefined) void send();
  };
  const focusField = () => field.current?.focus();
  const remaining = maxTextLength - text.length;
  return (
    <form className="invite" aria-label={t("online.invite.title")} onSubmit={submit}>
      <div className="line">
        <h3 className="t13 bold grow">{t("online.invite.title")}</h3>
        <InviteTemplates
          values={getReplyValues(visitor, me)}
          onPick={(words) => {
            write(words.slice(0, maxTextLength));
            focusField();
          }}
        />
      </div>
      {visitor.invitation !== null && (
        <InvitationStatus
          visitor={{ ...visitor, invitation: visitor.invitation }}
          unavailable={unavailable}
          onWithdrawn={focusField}
        />
      )}
      <InviteProblem isOnSite={isOnSite} failure={mutation.failure} />
      <TextArea
        label={t("online.invite.text")}
        hideLabel
        rows={3}
        dir="auto"
        value={text}
        maxLength={maxTextLength}
        ref={field}
        hint={remaining <= 50 ? t("online.invite.left", { n: remaining }) : undefined}
        onChange={(event) => write(event.target.value)}
        // The operator pressed Invite to write here.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isInviting}
      />
      <div className="acts">
        <DepartmentChoice value={department} onChoose={choose} />
        <Button
          type="submit"
          variant="primary"
          icon={IconSend2}
          flipIcon
          unavailable={unavailable ?? mutation.busy}
        >
          {t(visitor.invitation === null ? "online.invite.verb" : "online.invite.again")}
        </Button>
      </div>
    </form>
  );
}

/**
 * Manages the invitation. A repeated press sends the same invitation only once, but another text or
 * department makes a new one. Unsent text is kept when the operator opens another page.
 */
function useInvitation(visitor: VisitorOnline, me: Operator) {
  useDrafts();
  const text = getDraft(me.id, visitor.number, "invite");
  const [department, setDepartment] = useState("");
  const mutation = useApiMutation();
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
    const body = { text, department_id: department === "" ? undefined : Number(department) };
    await mutation.run(async () => {
      key.current ??= crypto.randomUUID();
      await api.post(`/visitors/${visitor.number}/invite`, body, { idempotencyKey: key.current });
      write("");
      toast(t("online.invite.done", { name: getVisitorName({ visitor }) }));
    });
    void queryClient.invalidateQueries({ queryKey: ["visitors", "online"] });
  };
  return { text, write, department, choose, mutation, send };
}

/** Selects the department that answers. Renders nothing if the account has no departments. */
function DepartmentChoice({
  value,
  onChoose,
}: {
  value: string;
  onChoose: (department: string) => void;
}) {
  const source = useQuery({
    queryKey: ["departments"],
    queryFn: () => api.list<Department>("/departments"),
  });
  const { data = [] } = source;
  if (data.length === 0 && !source.error) return null;
  return (
    <Select
      label={t("online.invite.department")}
      hideLabel
      value={value}
      options={[
        { value: "", label: t("online.invite.anybody") },
        ...data.map((one) => ({ value: String(one.id), label: one.name })),
      ]}
      source={source}
      onChange={(event) => onChoose(event.target.value)}
    />
  );
}

/** Shows why the visitor cannot be invited, or why the invitation failed. */
function InviteProblem({ isOnSite, failure }: { isOnSite: boolean; failure: unknown }) {
  if (isOnSite) return failure === null ? null : <InviteError error={failure} />;
  return (
    <Banner tone="warn" live>
      {t("online.invite.gone")}
    </Banner>
  );
}

function InviteError({ error }: { error: unknown }) {
  const code = error instanceof ApiError ? error.code : "";
  if (code !== "not_available" && code !== "at_limit") return <ErrorMessage error={error} />;
  return (
    <Banner tone="warn" live>
      {t(code === "at_limit" ? "online.invite.enough" : "online.invite.gone")}
    </Banner>
  );
}

/** Returns the values of quick reply variables that are known before a chat begins. */
function getReplyValues(visitor: VisitorOnline, me: Operator): ReplyValues {
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
    ...formatFields("visitor", visitor.fields),
  };
}
