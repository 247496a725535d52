/** Draws the views one after another, each in a separate task, so that the page stays responsive. */
import { useEffect, useState } from "preact/hooks";

/** The number of views to draw now, at most `count`. Each task of the event loop adds one view. */
export function useStages(count: number): number {
  const [stage, setStage] = useState(1);
  useEffect(() => {
    if (stage >= count) return;
    const timer = setTimeout(() => setStage(stage + 1));
    return () => clearTimeout(timer);
  }, [stage, count]);
  return stage;
}
