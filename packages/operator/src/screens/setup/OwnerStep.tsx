import { ApiError } from "@parlour/client";
import type { Operator } from "@parlour/protocol";
import { IconAlertCircle, IconChevronRight } from "@tabler/icons-react";
import { useState, type SubmitEvent } from "react";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Password } from "../signin/Password.tsx";
import { strengthOf } from "../signin/strength.ts";
import { t as gate } from "../signin/text.ts";
import { Summary } from "../settings/Summary.tsx";
import { t } from "./text.ts";

export interface OwnerDraft {
  name: string;
  email: string;
  password: string;
  token: string;
}
type Faults = Partial<Record<"name" | "email" | "password" | "token", string>>;

/** Step 1: the owner. Once made it is shown, not asked again. */
export function OwnerStep({
  owner,
  draft,
  onChange,
  onCreate,
  onNext,
}: {
  owner: Operator | null;
  draft: OwnerDraft;
  onChange: (draft: OwnerDraft) => void;
  onCreate: (draft: OwnerDraft) => Promise<void>;
  onNext: () => void;
}) {
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [given] = useState(draft.token !== "");
  const old = failure instanceof ApiError && failure.code === "invalid_token";

  if (owner !== null)
    return (
      <section className="card sheet" aria-labelledby="owner-h">
        <div>
          <h1 className="t26" id="owner-h" tabIndex={-1}>
            {t("owner.created")}
          </h1>
          <p className="soft">{t("owner.created.text", { name: owner.name, email: owner.email })}</p>
        </div>
        <div className="acts">
          <span className="grow" />
          <Button variant="primary" icon={IconChevronRight} flipIcon iconEnd onClick={onNext}>
            {t("setup.next")}
          </Button>
        </div>
      </section>
    );

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const found = check(draft);
    setFaults(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await onCreate({ ...draft, token: tokenOf(draft.token) });
    } catch (error) {
      if (error instanceof ApiError && error.field !== null && ["name", "email", "password"].includes(error.field))
        setFaults({ [error.field]: error.message });
      else setFailure(error);
      setBusy(false);
    }
  };
  return (
    <section className="card sheet" aria-labelledby="owner-h">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <div>
          <h1 className="t26" id="owner-h" tabIndex={-1}>
            {t("owner.title")}
          </h1>
          <p className="soft">{t("owner.text")}</p>
        </div>
        {old && (
          <div className="alert" role="alert">
            <Icon of={IconAlertCircle} />
            <p className="medium">{t("token.old")}</p>
            <p className="t13">{t("token.old.do")}</p>
          </div>
        )}
        {failure !== null && !old && <Failure error={failure} />}
        <Summary
          faults={faults}
          labels={{ name: t("owner.name"), email: t("owner.email"), password: gate("password.label"), token: t("token.label") }}
        />
        <div className="form">
          {(!given || old) && (
            <TextField
              label={t("token.label")}
              name="token"
              value={draft.token}
              onChange={(event) => onChange({ ...draft, token: event.target.value })}
              error={faults.token}
              hint={t("token.text", { url: `${location.origin}/setup?token=…` })}
              mono
              spellCheck={false}
              autoComplete="off"
            />
          )}
          <TextField
            label={t("owner.name")}
            name="name"
            autoComplete="name"
            value={draft.name}
            onChange={(event) => onChange({ ...draft, name: event.target.value })}
            error={faults.name}
            maxLength={100}
            required
          />
          <TextField
            label={t("owner.email")}
            name="email"
            type="email"
            autoComplete="username"
            value={draft.email}
            onChange={(event) => onChange({ ...draft, email: event.target.value })}
            error={faults.email}
            maxLength={254}
            spellCheck={false}
            autoCapitalize="off"
            required
          />
          <Password
            value={draft.password}
            onChange={(password) => onChange({ ...draft, password })}
            autoComplete="new-password"
            error={faults.password}
            avoid={[draft.name, draft.email]}
          />
        </div>
        <div className="acts">
          <p className="t13 faint grow">{t("owner.others")}</p>
          <Button type="submit" variant="primary" icon={IconChevronRight} flipIcon iconEnd unavailable={busy}>
            {busy ? t("setup.busy") : t("owner.go")}
          </Button>
        </div>
      </form>
    </section>
  );
}

function check(draft: OwnerDraft): Faults {
  const email = draft.email.trim();
  return {
    ...(tokenOf(draft.token) === "" && { token: t("token.missing") }),
    ...(draft.name.trim() === "" && { name: t("owner.name.missing") }),
    ...(email === "" ? { email: t("owner.email.missing") } : !/^[^\s@]+@[^\s@]+$/.test(email) && { email: t("owner.email.wrong") }),
    ...(strengthOf(draft.password).length < 12 && { password: gate("password.short") }),
  };
}

/** The code of a pasted link, or the code itself. */
function tokenOf(text: string): string {
  const trimmed = text.trim();
  return (URL.canParse(trimmed) ? new URL(trimmed).searchParams.get("token") : null) ?? trimmed;
}
