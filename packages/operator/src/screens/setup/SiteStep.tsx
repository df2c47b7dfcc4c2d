import { ApiError } from "@parlour/client";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useState, type SubmitEvent } from "react";
import { setPreferences, usePreferences } from "../../state/preferences.ts";
import { locales } from "../../text/index.ts";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Select, TextField } from "../../ui/Field.tsx";
import { Summary } from "../settings/Summary.tsx";
import { Accent } from "./Accent.tsx";
import { contrastOf } from "./contrast.ts";
import { t } from "./text.ts";

export interface SiteDraft {
  name: string;
  accent: string;
}
type Faults = Partial<Record<"name" | "accent" | "locale", string>>;

/** Step 2: name, accent and language of the account. */
export function SiteStep({
  draft,
  onChange,
  onBack,
  onSkip,
  onSave,
}: {
  draft: SiteDraft;
  onChange: (draft: SiteDraft) => void;
  onBack: () => void;
  onSkip: () => void;
  onSave: (draft: SiteDraft) => Promise<void>;
}) {
  const { locale } = usePreferences();
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const found: Faults = {
      ...(draft.name.trim() === "" && { name: t("site.name.missing") }),
      ...(contrastOf(draft.accent) === null && { accent: t("accent.wrong") }),
    };
    setFaults(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await onSave(draft);
    } catch (error) {
      if (error instanceof ApiError && (error.field === "name" || error.field === "accent" || error.field === "locale"))
        setFaults({ [error.field]: error.message });
      else setFailure(error);
      setBusy(false);
    }
  };
  return (
    <section className="card sheet" aria-labelledby="site-h">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <div>
          <h1 className="t26" id="site-h" tabIndex={-1}>
            {t("site.title")}
          </h1>
          <p className="soft">{t("site.text")}</p>
        </div>
        {failure !== null && <Failure error={failure} />}
        <Summary faults={faults} labels={{ name: t("site.name"), accent: t("site.accent"), locale: t("site.language") }} />
        <div className="form">
          <TextField
            label={t("site.name")}
            name="name"
            autoComplete="organization"
            value={draft.name}
            onChange={(event) => onChange({ ...draft, name: event.target.value })}
            error={faults.name}
            hint={t("site.name.hint")}
            maxLength={100}
          />
          <Accent value={draft.accent} onChange={(accent) => onChange({ ...draft, accent })} error={faults.accent} />
          <Select
            label={t("site.language")}
            name="locale"
            value={locale}
            error={faults.locale}
            hint={t("site.language.hint")}
            onChange={(event) => setPreferences({ locale: locales.find((l) => l === event.target.value) ?? "en" })}
            options={[
              { value: "en", label: "English" },
              { value: "ru", label: "Русский" },
            ]}
          />
        </div>
        <div className="acts">
          <Button variant="quiet" icon={IconChevronLeft} flipIcon onClick={onBack}>
            {t("setup.back")}
          </Button>
          <span className="grow" />
          <Button variant="quiet" onClick={onSkip}>
            {t("setup.skip")}
          </Button>
          <Button type="submit" variant="primary" icon={IconChevronRight} flipIcon iconEnd unavailable={busy}>
            {busy ? t("setup.busy") : t("setup.next")}
          </Button>
        </div>
      </form>
    </section>
  );
}
