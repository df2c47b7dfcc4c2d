import type { Operator } from "@parlour/protocol";
import type { ResetLink } from "@parlour/protocol/api";
import { IconDots, IconKey, IconShieldOff, IconUserCheck, IconUserOff } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../state/api.ts";
import { readMe, setMe, useMe } from "../../state/session.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { wordsOf } from "../../ui/Failure.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Menu } from "../../ui/menu.tsx";
import { toast } from "../../ui/toast.tsx";
import { LostScreen } from "../../app/Fallbacks.tsx";
import { stale, useOperators } from "./data.ts";
import { FormPage } from "./FormPage.tsx";
import { CopyRow, Loaded } from "./parts.tsx";
import { checkPerson, PersonBasics, type PersonValues } from "./PersonBasics.tsx";
import { t } from "./text.ts";
import { useForm, type Form } from "./use-form.ts";

interface Values extends PersonValues {
  chat_limit: string;
}

/** Settings → People → one person: name, e-mail, role, limit; link for a password; deactivate (CORE-003). */
export function PersonPage({ id }: { id: number }) {
  const read = useOperators();
  return (
    <Loaded read={read} title={t("menu.people")} back="people">
      {(people) => {
        const person = people.find((one) => one.id === id);
        return person ? <PersonForm person={person} /> : <LostScreen />;
      }}
    </Loaded>
  );
}

function PersonForm({ person }: { person: Operator }) {
  const me = useMe();
  const [asking, setAsking] = useState<"deactivate" | "factors" | null>(null);
  const [busy, setBusy] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const readOnly = person.managed ? t("page.managed") : person.role === "owner" && me.role !== "owner" ? t("person.owners") : null;
  const form = usePersonForm(person, me);
  const attempt = async (run: () => Promise<void>) => {
    setBusy(true);
    try {
      await run();
    } catch (error) {
      toast(wordsOf(error), { tone: "bad" });
    } finally {
      setBusy(false);
      setAsking(null);
    }
  };
  const act = (action: string) => {
    if (action === "deactivate" || action === "factors") setAsking(action);
    else if (action === "activate")
      void attempt(async () => {
        await api.patch(`/operators/${person.id}`, { active: true });
        stale("operators");
        toast(t("person.activated", { name: person.name }));
      });
    else
      void attempt(async () => {
        setLink((await api.post<ResetLink>(`/operators/${person.id}/reset`)).reset_url);
      });
  };
  return (
    <>
      <FormPage
        title={person.name}
        about={person.active ? t(`people.role.${person.role}`) : t("people.off")}
        back="people"
        form={form}
        readOnly={readOnly}
        tools={readOnly === null && <PersonMenu person={person} me={me} onAction={act} />}
        labels={{ name: t("person.name"), email: t("person.email"), role: t("person.role"), chat_limit: t("person.limit") }}
      >
        {link !== null && (
          <section className="group">
            <div className="shown-once" aria-live="polite">
              <CopyRow label={t("person.reset")} value={link} hint={t("person.reset.text", { name: person.name })} />
            </div>
          </section>
        )}
        <PersonFields {...{ person, me, form, readOnly }} />
      </FormPage>
      <Confirm
        title={t("person.deactivate.title", { name: person.name })}
        verb={t("person.deactivate.verb")}
        danger
        open={asking === "deactivate"}
        busy={busy}
        onClose={() => setAsking(null)}
        onConfirm={() =>
          void attempt(async () => {
            await api.delete(`/operators/${person.id}`);
            stale("operators");
            toast(t("person.deactivated", { name: person.name }));
          })
        }
      >
        <p>{t("person.deactivate.text", { name: person.name })}</p>
      </Confirm>
      <Confirm
        title={t("person.factors.title", { name: person.name })}
        verb={t("person.factors.verb")}
        danger
        open={asking === "factors"}
        busy={busy}
        onClose={() => setAsking(null)}
        onConfirm={() =>
          void attempt(async () => {
            await api.delete(`/operators/${person.id}/second-factor`);
            toast(t("person.factors.done", { name: person.name }));
          })
        }
      >
        <p>{t("person.factors.text", { name: person.name })}</p>
      </Confirm>
    </>
  );
}

/** Name, e-mail, role and limit as they are edited and saved. */
function usePersonForm(person: Operator, me: Operator): Form<Values> {
  return useForm<Values>({
    saved: { name: person.name, email: person.email, role: person.role, chat_limit: String(person.chat_limit) },
    check: (values) => ({
      ...checkPerson(values),
      ...(!(/^\d{1,4}$/.test(values.chat_limit.trim()) && Number(values.chat_limit) <= 1000) && { chat_limit: t("person.limit.wrong") }),
    }),
    fieldOf: (error) => (error.code === "name_taken" ? "email" : error.code === "last_owner" ? "role" : null),
    save: async (values, changed) => {
      const body = Object.fromEntries(changed.map((key) => [key, key === "chat_limit" ? Number(values[key]) : values[key].trim()]));
      await api.patch<Operator>(`/operators/${person.id}`, body);
      stale("operators");
      if (person.id === me.id) setMe(await readMe());
    },
  });
}

/** Rarely done: a link for a new password, deactivate, activate again. */
function PersonMenu({ person, me, onAction }: { person: Operator; me: Operator; onAction: (action: string) => void }) {
  return (
    <Menu
      label={t("person.more")}
      className="btn icon quiet"
      onAction={onAction}
      groups={[
        {
          entries: person.active
            ? [
                { id: "reset", icon: IconKey, label: t("person.reset") },
                ...(person.id === me.id ? [] : [{ id: "factors", icon: IconShieldOff, label: t("person.factors") }]),
              ]
            : [{ id: "activate", icon: IconUserCheck, label: t("person.activate") }],
        },
        ...(person.active && person.id !== me.id
          ? [{ entries: [{ id: "deactivate", icon: IconUserOff, label: t("person.deactivate"), danger: true }] }]
          : []),
      ]}
    >
      <Icon of={IconDots} />
    </Menu>
  );
}

interface FieldsProps {
  person: Operator;
  me: Operator;
  form: Form<Values>;
  readOnly: string | null;
}

function PersonFields({ person, me, form, readOnly }: FieldsProps) {
  const { values, set, faults } = form;
  return (
    <section className="group" aria-labelledby="g-person">
      <h2 id="g-person">{t("person.group")}</h2>
      <PersonBasics form={form} me={me} readOnly={readOnly !== null} {...(person.id !== me.id && { roleHint: t("person.role.hint") })} />
      <TextField
        label={t("person.limit")}
        name="chat_limit"
        inputMode="numeric"
        value={values.chat_limit}
        onChange={(event) => set("chat_limit", event.target.value)}
        error={faults.chat_limit}
        hint={t("person.limit.hint")}
        maxLength={4}
        readOnly={readOnly !== null}
      />
    </section>
  );
}
