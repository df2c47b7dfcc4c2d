// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import type { EmailAddress } from "@parlour/protocol";
import { maxSubjectLength } from "@parlour/protocol/email/address";
import { IconMailForward, IconUsers } from "@tabler/icons-react";
import { useId, useState } from "react";
import { Button } from "../../../../ui/Button.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { ErrorMessage } from "../../../../ui/loading/ErrorMessage.tsx";
import { MutationButton } from "../../../../ui/MutationButton.tsx";
import { RecipientField } from "./RecipientField.tsx";
import { t } from "./text.ts";
import type { EmailComposer, HeaderFields } from "./use-email.ts";
import { useMaxWidth } from "../../../../state/browser/use-max-width.ts";

interface EmailHeadersProps {
  email: HeaderFields;
  /** Whether the operator has begun to write. On phones the headers then fold. */
  hasText: boolean;
}

/** Recipients and subject of the next email (MAIL-101). */
export function EmailHeaders({ email, hasText }: EmailHeadersProps) {
  const { heading, newAddresses, change, error, retry } = email;
  const isNarrow = useMaxWidth(719);
  const [isOpen, setOpen] = useState(false);
  if (error !== null && heading === null)
    return (
      <ErrorMessage error={error} onRetry={retry}>
        {t("email.failed")}
      </ErrorMessage>
    );
  if (heading === null) return <div className="mailto skeleton" aria-busy="true" />;
  // Somebody must be named before the fields can fold.
  if (isNarrow && hasText && !isOpen && heading.to.length > 0)
    return (
      <button
        type="button"
        className="mailfold"
        aria-expanded="false"
        title={t("email.fold.label")}
        onClick={() => setOpen(true)}
      >
        {t("email.fold", {
          name: formatRecipient(heading.to[0]),
          n: heading.to.length + heading.cc.length + heading.bcc.length - 1,
        })}
      </button>
    );
  return (
    <div className="mailto">
      <RecipientField
        label={t("email.to")}
        recipients={heading.to}
        newAddresses={newAddresses}
        onChange={(to) => change({ to })}
      />
      <CopyFields email={email} />
      <SubjectField subject={heading.subject} onChange={(subject) => change({ subject })} />
    </div>
  );
}

/** The fields for copies. They appear when they have recipients, or on demand. */
function CopyFields({ email: { heading, newAddresses, change } }: { email: HeaderFields }) {
  const [isShown, setShown] = useState(false);
  if (heading === null) return null;
  const { cc, bcc } = heading;
  return (
    <>
      {(isShown || cc.length > 0) && (
        <RecipientField
          label={t("email.cc")}
          recipients={cc}
          newAddresses={newAddresses}
          onChange={(next) => change({ cc: next })}
        />
      )}
      {(isShown || bcc.length > 0) && (
        <RecipientField
          label={t("email.bcc")}
          hint={t("email.bcc.hint")}
          recipients={bcc}
          newAddresses={newAddresses}
          onChange={(next) => change({ bcc: next })}
        />
      )}
      {!isShown && (cc.length === 0 || bcc.length === 0) && (
        <Button variant="text" className="t12 mailmore" onClick={() => setShown(true)}>
          {cc.length === 0 ? t("email.more") : t("email.bcc")}
        </Button>
      )}
    </>
  );
}

function SubjectField({
  subject,
  onChange,
}: {
  subject: string;
  onChange: (subject: string) => void;
}) {
  const id = useId();
  return (
    <div className="mailrow">
      <label className="lb" htmlFor={id}>
        {t("email.subject")}
      </label>
      <input
        id={id}
        type="text"
        dir="auto"
        maxLength={maxSubjectLength}
        value={subject}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

/** What the operator must know before the email goes out: where replies go, and new addresses. */
export function EmailNotices({ email, isAsked }: { email: EmailComposer; isAsked: boolean }) {
  return (
    <>
      <ReplyToNotice email={email} />
      <FirstEmailNotice email={email} isAsked={isAsked} />
    </>
  );
}

/** Says where replies go if the letter asks for another address than its sender (MAIL-097). */
function ReplyToNotice({ email }: { email: EmailComposer }) {
  const asked = email.defaults?.reply_to ?? null;
  if (asked === null) return null;
  const from = asked.from.address;
  const to = asked.addresses.map(({ address }) => address).join(", ");
  return (
    <div className="sendbar" role="note">
      <Icon of={IconMailForward} />
      <p className="grow" dir="auto">
        {asked.used ? t("reply_to.used", { to }) : t("reply_to.asked", { from, to })}
      </p>
      <MutationButton small mutate={() => email.chooseReplyTo(!asked.used)}>
        {asked.used ? t("reply_to.back", { from }) : t("reply_to.use")}
      </MutationButton>
    </div>
  );
}

/** Asks once about addresses that get their first email of this conversation (MAIL-101). */
function FirstEmailNotice({ email, isAsked }: { email: EmailComposer; isAsked: boolean }) {
  const { heading, unasked, change } = email;
  if (!isAsked || heading === null || unasked.length === 0) return null;
  const address = unasked.join(", ");
  const hasQuote = heading.quotes !== null;
  return (
    <div className="sendbar" role="alert">
      <Icon of={IconUsers} />
      <p className="grow" dir="auto">
        {t(hasQuote ? "email.first.quote" : "email.first", { address })}{" "}
        <span className="soft">{t("email.first.again")}</span>
      </p>
      {hasQuote && (
        <Button small onClick={() => change({ leaves_out_quote: true })}>
          {t("email.leave_out")}
        </Button>
      )}
    </div>
  );
}

const formatRecipient = (one: EmailAddress | undefined): string =>
  one === undefined ? "–" : one.name || one.address;
