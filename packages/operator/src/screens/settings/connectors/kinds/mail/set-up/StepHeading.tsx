import { useEffect, useRef } from "react";

/** Heading of a step. `takesFocus`: the step has no field for the focus, so the heading gets it. */
export function StepHeading({
  title,
  about,
  takesFocus,
}: {
  title: string;
  about: string;
  takesFocus: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <div>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p className="soft t13">{about}</p>
    </div>
  );
}
