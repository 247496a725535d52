/**
 * Ten small scenarios that use every role, with nearly all policies of these roles.
 */
export const tenScenarios: Readonly<Record<string, string>> = {
  "an incast over DT, SIH, PFC and DCQCN, in a fabric with ECMP": `
until: 1ms
topology: { kind: leaf-spine, leaves: 3, spines: 2, hostsPerLeaf: 4, rate: 100Gbps, delay: 1us }
switch: { memory: 3MiB }
traffic:
  - { kind: incast, from: [h0, h1, h4, h5, h6], to: h8, size: 300KB, fanIn: 5 }
  - { kind: flows, list: [{ from: h1, to: h9, size: 40KB, start: 30us }, { from: h2, to: h0, size: 1B }] }
  - { kind: long-lived, from: h3, to: h9 }
policies: { buffer: { name: dt, alpha: 1/4 }, congestion: dcqcn }`,

  "SPFC and DSH with TIMELY, dwrr, two lossless classes, bursts that keep their queue pair": `
until: 1ms
topology: { kind: star, hosts: 10, rate: 100Gbps, delay: 2us }
switch: { memory: 4MiB }
classes: { lossless: [1, 2], control: 0, default: 1 }
traffic:
  - { kind: incast, from: h1..h6, to: h7, size: 400KB }
  - { kind: bursts, to: h8, size: 64KB, stop: 200us, class: 2, queuePair: kept }
  - { kind: flows, class: 2, list: [{ from: h1, to: h9, size: 200KB }] }
policies: { buffer: spfc, headroom: dsh, congestion: timely, scheduling: dwrr }`,

  "HPCC with telemetry over one-counter, a slower link down the way, DRILL and selective receivers": `
until: 1ms
topology:
  { kind: leaf-spine, leaves: 2, spines: 3, hostsPerLeaf: 4, rate: 100Gbps, delay: 1us, slow: [{ link: h7-leaf1, rate: 25Gbps }, { link: leaf0-spine1, rate: 40Gbps }] }
switch: { memory: 4MiB }
traffic:
  - { kind: poisson, cdf: fb-hadoop-hpcc, load: 0.7, stop: 300us }
  - { kind: flows, list: [{ from: h0, to: h7, size: 500KB }, { from: h1, to: h7, size: 99999B, start: 3us }] }
policies: { buffer: st, headroom: one-counter, congestion: hpcc, detection: int, routing: drill, recovery: selective }`,

  "IRN on lossy classes with DCTCP, spray and round-robin": `
until: 3ms
topology: { kind: fat-tree, k: 4, rate: 100Gbps, delay: 1us }
switch: { memory: 400KB }
classes: { lossless: [] }
traffic:
  - { kind: incast, from: h0..h7, to: h15, size: 300KB }
  - { kind: poisson, cdf: websearch-hpcc, load: 0.5, stop: 200us }
policies: { link: none, headroom: none, congestion: dctcp, recovery: irn, routing: spray, scheduling: round-robin }`,

  "TCP with its handshake, NewReno and losses on the wire": `
until: 60ms
topology:
  kind: file
  nodes:
    - { name: a, kind: host }
    - { name: b, kind: host }
    - { name: c, kind: host }
    - { name: s, kind: switch }
  links:
    - { a: a, b: s, rate: 10Gbps, delay: 5us }
    - { a: b, b: s, rate: 10Gbps, delay: 5us }
    - { a: c, b: s, rate: 10Gbps, delay: 5us, frameErrorRate: 0.02 }
switch: { memory: 100KB }
classes: { lossless: [] }
traffic:
  - { kind: incast, from: [a, b], to: c, size: 500KB, fanIn: 2, every: 5ms, count: 3 }
policies: { link: none, headroom: none, congestion: newreno, recovery: { name: tcp, minRto: 1ms, initialRto: 1ms, maxRto: 20ms } }`,

  "go-back-N where every 50th frame is damaged, a window of 20 KB": `
until: 40ms
topology:
  kind: file
  nodes:
    - { name: a, kind: host }
    - { name: b, kind: host }
    - { name: s, kind: switch }
    - { name: t, kind: switch }
  links:
    - { a: a, b: s, rate: 100Gbps, delay: 1us }
    - { a: s, b: t, rate: 40Gbps, delay: 10us, frameErrorRate: 0.02 }
    - { a: t, b: b, rate: 100Gbps, delay: 1us }
host: { window: 20KB }
traffic:
  - { kind: flows, list: [{ from: a, to: b, size: 300KB }, { from: a, to: b, size: 3KB }, { from: b, to: a, size: 120KB }] }
policies: { congestion: none, recovery: { name: go-back-n, timeout: 1ms } }`,

  "a long link of Bifrost, PowerTCP and letflow": `
until: 4ms
topology: { kind: two-dc, k: 0, hosts: 4, farHosts: 2, dciLinks: 2, dciRate: 100Gbps, dciDelay: 200us, rate: 100Gbps, delay: 1us }
switch: { memory: 4MiB }
links: [{ between: dci0-dci1, policy: bifrost, memory: 16MiB }]
traffic:
  - { kind: incast, to: h4, from: h0..h3, fanIn: 4, size: 300KB, every: 100us, count: 5 }
  - { kind: flows, list: [{ from: h5, to: h0, size: 1MB }] }
policies: { congestion: powertcp, detection: int, routing: letflow }`,

  "credits on a long link, TCD, ACC and CONGA": `
until: 3ms
topology: { kind: two-dc, k: 0, hosts: 4, farHosts: 2, dciLinks: 1, dciRate: 100Gbps, dciDelay: 50us, rate: 100Gbps, delay: 1us }
switch: { memory: 4MiB }
links: [{ between: dci0-dci1, policy: cbfc, memory: 1MiB }]
traffic:
  - { kind: incast, to: h4, from: h0..h3, fanIn: 4, size: 300KB, every: 100us, count: 5 }
  - { kind: flows, list: [{ from: h3, to: h5, size: 1MB }] }
policies: { congestion: acc, detection: tcd, routing: conga }`,

  "a link that fails on the way, Hermes and irn-rewind on lossy classes": `
until: 5ms
topology: { kind: leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 4, rate: 100Gbps, delay: 1us, fail: [{ link: leaf0-spine1, at: 60us }] }
switch: { memory: 1MiB }
classes: { lossless: [] }
traffic:
  - { kind: flows, list: [{ from: h0, to: h4, size: 1MB }, { from: h1, to: h5, size: 1MB }, { from: h2, to: h6, size: 400KB }] }
  - { kind: incast, from: [h0, h1, h2, h5], to: h7, size: 200KB, fanIn: 4 }
policies: { link: none, headroom: none, congestion: dcqcn, recovery: irn-rewind, routing: hermes }`,

  "a deadlock: two links failed, routes that go up again": `
until: 3ms
onDeadlock: stop
topology: { kind: leaf-spine, leaves: 4, spines: 2, hostsPerLeaf: 10, rate: 100Gbps, delay: 2us, fail: [leaf3-spine0, leaf0-spine1] }
switch: { memory: 4MiB }
traffic:
  - { kind: poisson, cdf: fb-hadoop-hpcc, load: 0.9, from: h0..h7, to: h30..h37, stop: 500us }
  - { kind: poisson, cdf: fb-hadoop-hpcc, load: 0.9, from: h30..h37, to: h0..h7, stop: 500us }
  - { kind: poisson, cdf: fb-hadoop-hpcc, load: 0.9, from: h10..h17, to: h20..h27, stop: 500us }
  - { kind: poisson, cdf: fb-hadoop-hpcc, load: 0.9, from: h20..h27, to: h10..h17, stop: 500us }
policies: { congestion: none, routing: plb, scheduling: strict }`,
};
