/** Views that come one after another, each in a task of its own, so that the page answers in between. */
import { useEffect, useState } from "preact/hooks";

/** How many of `count` may be there by now. */
export function useStages(count: number): number {
  const [stage, setStage] = useState(1);
  useEffect(() => {
    if (stage >= count) return;
    const timer = setTimeout(() => setStage(stage + 1));
    return () => clearTimeout(timer);
  }, [stage, count]);
  return stage;
}
