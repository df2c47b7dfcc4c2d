import { Outlet } from "@tanstack/react-router";
import { Toasts } from "../ui/toast.tsx";
import { Rail } from "./Rail.tsx";
import { t } from "./text.ts";

/** Rail and screen. */
export function Shell() {
  return (
    <>
      <a className="skip" href="#screen">{t("app.skip")}</a>
      <div className="shell">
        <Rail />
        <div className="screen" id="screen"><Outlet /></div>
      </div>
      <Toasts />
    </>
  );
}
