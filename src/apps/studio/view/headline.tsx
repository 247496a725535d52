/** The part of the results that stays in sight while the page scrolls: names, first measure and clock. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { ComponentChildren } from "preact";

/** The height of the headline is stored in a CSS variable, because the fabric stays docked below it. */
export function Headline({ children }: { readonly children: ComponentChildren }) {
  const at = useRef<HTMLDivElement>(null);
  // A link to a step of a story scrolls to a chart as soon as the page is drawn. The chart must stop below the headline. So
  // the height of the headline must be measured before the page is drawn.
  useLayoutEffect(() => {
    const element = at.current;
    if (element === null) return;
    const measure = (): void => {
      const { height } = element.getBoundingClientRect();
      element.parentElement?.style.setProperty("--headline", `${44 + height}px`);
    };
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    return () => resized.disconnect();
  }, []);
  return (
    <div class="headline" ref={at}>
      {children}
    </div>
  );
}
