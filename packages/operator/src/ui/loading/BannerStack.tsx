import type { ReactNode } from "react";
import { createPortal } from "react-dom";

const stackId = "banners";

/**
 * Stack of the banners that come and go by themselves. It lies over the screen, so that nothing
 * moves under the pointer or while somebody reads (CORE-390).
 */
export function BannerStack({ children }: { children: ReactNode }) {
  return (
    <div className="banners" id={stackId}>
      {children}
    </div>
  );
}

export function ScreenBanners({ children }: { children: ReactNode }) {
  const stack = document.getElementById(stackId);
  return stack === null ? children : createPortal(children, stack);
}
