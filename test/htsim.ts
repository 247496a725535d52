/**
 * A connection matrix of htsim with three features. A window: h0 keeps two of its five flows in progress. A barrier: h7
 * answers after three hosts have sent to it. A failed link.
 */
export const WINDOW_AND_BARRIER = `# a window and a barrier
Nodes 16
Connections 9
Triggers 2
Failures 1
0->4 id 1 start 0 size 50000 send_done_trigger 1
0->5 id 2 start 0 size 150000 send_done_trigger 1
0->6 id 3 trigger 1 size 50000 send_done_trigger 1
0->8 id 4 trigger 1 size 50000
0->9 id 5 trigger 1 size 50000
11->7 id 11 start 1000000 size 64000 recv_done_trigger 2
12->7 id 12 start 1000000 size 64000 recv_done_trigger 2
13->7 id 13 start 1000000 size 64000 recv_done_trigger 2
7->1 id 20 trigger 2 size 1000
trigger id 1 multishot
trigger id 2 barrier count 3
failure switch_type AGG switch_id 0 link_id 1
`;
