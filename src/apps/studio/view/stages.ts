/** Draws the views one after another, each in a separate task, so that the page stays responsive. */
import { useEffect, useState } from "preact/hooks";

/** Number of views, at most `count`, that are drawn so far. */
export function useStages(count: number): number {
  const [stage, setStage] = useState(1);
  useEffect(() => {
    if (stage >= count) return;
    const timer = setTimeout(() => setStage(stage + 1));
    return () => clearTimeout(timer);
  }, [stage, count]);
  return stage;
}
