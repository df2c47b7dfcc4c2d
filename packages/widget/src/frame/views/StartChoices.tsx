import { selectDepartment, listDepartments } from "../state/reducer.ts";
import css from "./start-choices.css?inline";
import "./note-styles.ts";
import { PhoneIcon } from "./forms/PhoneIcon.tsx";
import { addStyles } from "./styles.ts";
import type { ViewProps } from "./view-props.ts";

addStyles(css);

/** Choices before the first message: departments and a call. */
export function StartChoices(view: ViewProps) {
  const { model, actions, t } = view;
  const { face, situation } = model;
  return (
    <div class="pw-start">
      <Departments {...view} />
      {face.calls && situation?.call === "ok" ? (
        <div class="pw-note pw-side">
          <PhoneIcon />
          <span>{t("ratherTalk")}</span>
          <button type="button" class="pw-link" onClick={() => actions.move("call")}>
            {t("askForCall")}
          </button>
        </div>
      ) : null}
    </div>
  );
}

/**
 * Choice of the department. The first online department is selected until the visitor chooses one.
 */
export function Departments({ model, actions, t }: ViewProps) {
  const departments = listDepartments(model);
  if (departments.length === 0) return null;
  return (
    <fieldset class="pw-opts">
      <legend>{t("whoAnswers")}</legend>
      {departments.map(({ id, name, online }) => (
        <label key={id} class="pw-opt">
          <input
            type="radio"
            name="pw-department"
            checked={selectDepartment(model) === id}
            onChange={() => actions.chooseDepartment(id)}
          />
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
