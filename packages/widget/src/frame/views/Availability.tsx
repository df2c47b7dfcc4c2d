import { departmentOf, departmentsOf } from "../model.ts";
import css from "./availability.css?inline";
import { Icon } from "./Icon.tsx";
import "./note.ts";
import { addStyles } from "./styles.ts";
import type { View } from "./view.ts";

addStyles(css);

/** Choices before the first message: the department and a call. */
export function Start(view: View) {
  const { model, acts, t } = view;
  const { face, situation } = model;
  return (
    <div class="pw-start">
      <Departments {...view} />
      {face.calls && situation?.call === "ok" ? (
        <div class="pw-note pw-side">
          <Icon name="phone" />
          <span>{t("ratherTalk")}</span>
          <button type="button" class="pw-link" onClick={() => acts.move("call")}>
            {t("askForCall")}
          </button>
        </div>
      ) : null}
    </div>
  );
}

/** Choice of the department. The first online one is selected until the visitor chooses. */
export function Departments({ model, acts, t }: View) {
  const departments = departmentsOf(model);
  if (departments.length === 0) return null;
  return (
    <fieldset class="pw-opts">
      <legend>{t("whoAnswers")}</legend>
      {departments.map(({ id, name, online }) => (
        <label key={id} class="pw-opt">
          <input type="radio" name="pw-department" checked={departmentOf(model) === id} onChange={() => acts.choose(id)} />
          <span dir="auto">{name}</span>
          <small>
            <span class={online ? "pw-dot" : "pw-dot pw-dot--off"} />
            {t(online ? "online" : "offlineShort")}
          </small>
        </label>
      ))}
    </fieldset>
  );
}
