/**
 * All size distributions that are part of xoff, by the names that scenarios use.
 *
 * Papers use different distributions under one name: the mean of "Hadoop" is 120 KB, 3.4 MB or 3.9 MB. So no name is
 * just "hadoop". The last part of each name is the repository or paper of the variant.
 *
 * The field `title` of a distribution names its origin, usually the paper that measured it. Its numbers are copied from
 * the file named in `source`, without rounding unless `title` mentions it. Some of these files
 * give shares in percent. Here all shares are fractions. The repositories of HKUST and Parsimon have no licence file: cite them if results depend on their tables.
 */
import { alistorage2019 } from "./alistorage2019.ts";
import { dataminingInetTub } from "./datamining-inet-tub.ts";
import { dataminingVl2Hkust } from "./datamining-vl2-hkust.ts";
import { fbCachefollowerAllParsimon } from "./fb-cachefollower-all-parsimon.ts";
import { fbHadoopAllParsimon } from "./fb-hadoop-all-parsimon.ts";
import { fbHadoopConweave } from "./fb-hadoop-conweave.ts";
import { fbHadoopHpcc } from "./fb-hadoop-hpcc.ts";
import { fbHadoopInetTub } from "./fb-hadoop-inet-tub.ts";
import { fbHadoopIntraclusterParsimon } from "./fb-hadoop-intracluster-parsimon.ts";
import { fbHadoopIntrarackParsimon } from "./fb-hadoop-intrarack-parsimon.ts";
import { fbKeyvalueHkust } from "./fb-keyvalue-hkust.ts";
import { fbWebserverAllParsimon } from "./fb-webserver-all-parsimon.ts";
import { fbWebserverExpresspass } from "./fb-webserver-expresspass.ts";
import { googlerpc2008 } from "./googlerpc2008.ts";
import { googlerpc2008Conweave } from "./googlerpc2008-conweave.ts";
import { homaW1 } from "./homa-w1.ts";
import { homaW2 } from "./homa-w2.ts";
import { homaW5 } from "./homa-w5.ts";
import { solar2022 } from "./solar2022.ts";
import { websearchHkust } from "./websearch-hkust.ts";
import { websearchHpcc } from "./websearch-hpcc.ts";
import { websearchInetTub } from "./websearch-inet-tub.ts";
import type { CdfTable } from "../cdf.ts";

/**
 * Size distributions from the literature, by name, with their sources. A point is a size in bytes, and the share of
 * flows up to that size.
 */
export const cdfs = {
  alistorage2019,
  "datamining-inet-tub": dataminingInetTub,
  "datamining-vl2-hkust": dataminingVl2Hkust,
  "fb-cachefollower-all-parsimon": fbCachefollowerAllParsimon,
  "fb-hadoop-all-parsimon": fbHadoopAllParsimon,
  "fb-hadoop-conweave": fbHadoopConweave,
  "fb-hadoop-hpcc": fbHadoopHpcc,
  "fb-hadoop-inet-tub": fbHadoopInetTub,
  "fb-hadoop-intracluster-parsimon": fbHadoopIntraclusterParsimon,
  "fb-hadoop-intrarack-parsimon": fbHadoopIntrarackParsimon,
  "fb-keyvalue-hkust": fbKeyvalueHkust,
  "fb-webserver-all-parsimon": fbWebserverAllParsimon,
  "fb-webserver-expresspass": fbWebserverExpresspass,
  googlerpc2008,
  "googlerpc2008-conweave": googlerpc2008Conweave,
  "homa-w1": homaW1,
  "homa-w2": homaW2,
  "homa-w5": homaW5,
  solar2022,
  "websearch-hkust": websearchHkust,
  "websearch-hpcc": websearchHpcc,
  "websearch-inet-tub": websearchInetTub,
} satisfies Readonly<Record<string, CdfTable>>;

/** The names in `cdfs`, as scenarios and user modules spell them. */
export type CdfName = keyof typeof cdfs;
