import type { ModelSettings } from "@parlour/protocol/api";
import { model, type MaskPattern } from "@parlour/protocol/settings/kinds/account/model";
import { Link } from "@tanstack/react-router";
import { Banner } from "../../../ui/badges.tsx";
import { SideCard } from "../kit/form/SettingsSection.tsx";
import { singleScreen } from "../kit/kind/single-screen.ts";
import { listFields } from "../kit/setting-field.ts";
import { LimitControl, PricesControl, pricesForm } from "./budget-controls.tsx";
import { findPatternError, KindsControl, MaskTrial, PatternsControl } from "./mask-controls.tsx";
import { ModelTestCard } from "./ModelTestCard.tsx";
import { ModelUsageSection } from "./ModelUsageSection.tsx";
import { PassageStatus } from "./PassageStatus.tsx";
import { createNameControl, ServerControl, TranslatorControl } from "./server-controls.tsx";
import { t } from "./text.ts";

/** Settings → Model (MODEL-052). */
export const modelScreen = singleScreen<ModelSettings>()({
  kind: model,
  prefix: "model",
  t,
  labels: [
    ...listFields(["model.preset"], { group: "model.group.server" }),
    ...listFields(["model.pattern.pattern", "model.try"], { group: "model.group.mask" }),
    ...listFields(["model.price.sent", "model.price.received", "model.price.embedded"], {
      group: "model.group.prices",
    }),
  ],
  sections: [
    {
      id: "server",
      fields: ["base_url", "api_key"],
      below: ({ api_key_hint }: ModelSettings) =>
        api_key_hint !== null && (
          <p className="hint">{t("model.api_key.end", { end: api_key_hint })}</p>
        ),
    },
    {
      id: "translation",
      fields: [
        "translate_url",
        "translate_api_key",
        "budget.characters_per_day",
        "translate_automatically",
      ],
      below: ({ translate_api_key_hint }: ModelSettings) =>
        translate_api_key_hint !== null && (
          <p className="hint">{t("model.api_key.end", { end: translate_api_key_hint })}</p>
        ),
    },
    {
      id: "models",
      fields: ["chat_model", "embedding_model", "timeout_s"],
      below: ({ base_url, embedding_model }: ModelSettings) =>
        base_url !== null && embedding_model !== null && <PassageStatus model={embedding_model} />,
    },
    {
      id: "mask",
      fields: ["mask.mode", "mask.kinds", "mask.patterns"],
      below: (_: ModelSettings, { values }) =>
        values["mask.mode"] !== "off" && <MaskTrial values={values} />,
    },
    { id: "also", fields: ["also_send.notes", "also_send.earlier_chats", "also_send.files"] },
    { id: "usage", fields: [], below: () => <ModelUsageSection /> },
    { id: "log", fields: ["log_values", "log_days"] },
    {
      id: "budget",
      fields: ["budget.tokens_per_day", "budget.tokens_per_chat", "budget.parallel_requests"],
    },
    { id: "prices", fields: ["prices"] },
  ],
  joined: { prices: pricesForm },
  controls: {
    base_url: ServerControl,
    translate_url: TranslatorControl,
    chat_model: createNameControl("chat"),
    embedding_model: createNameControl("embedding"),
    "mask.kinds": KindsControl,
    "mask.patterns": PatternsControl,
    log_days: LimitControl,
    "budget.tokens_per_day": LimitControl,
    "budget.tokens_per_chat": LimitControl,
    "budget.characters_per_day": LimitControl,
    prices: PricesControl,
  },
  custom: {
    "mask.patterns": {
      toForm: (patterns: readonly MaskPattern[]) => patterns,
      toSent: (patterns: readonly MaskPattern[]) => patterns,
      findError: findPatternError,
    },
  },
  isShown: (name, values) =>
    values["mask.mode"] !== "off" || (name !== "mask.kinds" && name !== "mask.patterns"),
  above: ({ base_url }) => base_url === null && <Banner tone="info">{t("model.none")}</Banner>,
  side: (_values, { changed }, { base_url, translate_url }) =>
    (base_url !== null || translate_url !== null) && (
      <>
        <ModelTestCard isChanged={changed.length > 0} />
        <SideCard id="s-model-log" title={t("model.log")}>
          <p className="t13 soft">{t("model.log.about")}</p>
          <Link
            className="t13"
            to="/integrations/$"
            params={{ _splat: "deliveries" }}
            search={{ kind: "model" } as never}
          >
            {t("model.log.open")}
          </Link>
        </SideCard>
      </>
    ),
});
