import { setPreferences, usePreferences } from "../../../state/browser/preferences.ts";
import { locales } from "../../../text/index.ts";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { Select, TextField } from "../../../ui/Field.tsx";
import { ErrorSummary } from "../../../ui/form/ErrorSummary.tsx";
import { AccentField } from "../../../ui/color/AccentField.tsx";
import { getContrast } from "../../../ui/color/contrast.ts";
import { StepSubmit, StepLayout, StepNavigation } from "./StepLayout.tsx";
import { t } from "../text.ts";
import { useStep } from "./use-step.ts";

export interface SiteDraft {
  name: string;
  accent: string;
}

interface SiteStepProps {
  draft: SiteDraft;
  onChange: (draft: SiteDraft) => void;
  onBack: () => void;
  onSkip: () => void;
  onSave: (draft: SiteDraft) => Promise<void>;
}

/** Step 2: name, accent and language of the account. */
export function SiteStep({ draft, onChange, onBack, onSkip, onSave }: SiteStepProps) {
  const { faults, failure, busy, submit } = useStep<"name" | "accent" | "locale">({
    validate: () => ({
      name: draft.name.trim() === "" ? t("site.name.missing") : undefined,
      accent: getContrast(draft.accent) === null ? t("accent.wrong") : undefined,
    }),
    send: () => onSave(draft),
    fields: ["name", "accent", "locale"],
  });
  return (
    <StepLayout
      id="site-h"
      title={t("site.title")}
      text={t("site.text")}
      onSubmit={(event) => void submit(event)}
      actions={
        <>
          <StepNavigation onBack={onBack} onSkip={onSkip} />
          <StepSubmit busy={busy}>{t("setup.next")}</StepSubmit>
        </>
      }
    >
      {failure !== null && <ErrorMessage error={failure} />}
      <ErrorSummary
        errors={faults}
        labels={{ name: t("site.name"), accent: t("site.accent"), locale: t("site.language") }}
      />
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
        <AccentField
          label={t("site.accent")}
          value={draft.accent}
          onChange={(accent) => onChange({ ...draft, accent })}
          error={faults.accent}
        />
        <LanguageSelect error={faults.locale} />
      </div>
    </StepLayout>
  );
}

/**
 * Selects the language. The choice applies to this page immediately, and to the account when the
 * step is saved.
 */
function LanguageSelect({ error }: { error: string | undefined }) {
  const { locale } = usePreferences();
  return (
    <Select
      label={t("site.language")}
      name="locale"
      value={locale}
      error={error}
      hint={t("site.language.hint")}
      onChange={(event) =>
        setPreferences({ locale: locales.find((l) => l === event.target.value) ?? "en" })
      }
      options={[
        { value: "en", label: "English" },
        { value: "ru", label: "Русский" },
      ]}
    />
  );
}
