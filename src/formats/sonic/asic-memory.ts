/**
 * The packet memory of switches without an NVIDIA ASIC, by their model. A config whose pool exceeds this memory has a
 * mistake in its digits.
 * Broadcom publishes no data sheets. The sizes come from makers of switches and from papers, such as 113 MiB for
 * Tomahawk 4 in DSH's figure 4. Source of the models: sonic-buildimage device/
 */
import { MiB, type Bytes } from "../../base/units.ts";

interface Asic {
  readonly asic: string;
  readonly memory: Bytes;
  /** The models that have the ASIC, by the beginning of hwsku. */
  readonly models: RegExp;
}

const ASICS: readonly Asic[] = [
  { asic: "Trident3", memory: MiB(32), models: /^(?:Arista-7050CX3|DellEMC-S52\d\d)/ },
  {
    asic: "Tomahawk",
    memory: MiB(16),
    models: /^(?:Arista-7060CX|Force10-S6100|Force10-Z9100|Accton-AS7712|Celestica-DX010)/,
  },
  { asic: "Tomahawk 2", memory: MiB(42), models: /^(?:Arista-7260CX3|DellEMC-Z9264f|Accton-AS7816)/ },
  { asic: "Tomahawk 3", memory: MiB(64), models: /^(?:Arista-7060[DP]X4|DellEMC-Z9332f|Accton-AS9716)/ },
  { asic: "Tomahawk 4", memory: MiB(113), models: /^(?:Arista-7060[DP]X5|DellEMC-Z9432f|DellEMC-Z9664f)/ },
  { asic: "Tomahawk 5", memory: MiB(165), models: /^(?:Arista-7060X6|DellEMC-Z9864f)/ },
];

/** Returns the ASIC of a model with its memory; undefined if the model is not listed. */
export const memoryOf = (hwsku: string): Asic | undefined => ASICS.find(({ models }) => models.test(hwsku));
