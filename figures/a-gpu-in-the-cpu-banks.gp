# data: a-gpu-in-the-cpu-banks-trace

# Each load in the trace is a panel. A lane that wants the k-th different word of its bank is served in wavefront k.
panels = 0
step = -1
array words_of[32 * 8 * 8]
array served[8 * 32]
array bank[8 * 32]
array waves[8]
array distance[8]
do for [i=1:2048] { words_of[i] = -1 }
do for [i=1:256] { bank[i] = served[i] = 0 }
do for [i=1:8] { waves[i] = 0 }
# Words of a bank, 8 at most, panel p from 1, b from 0.
slot(p, b, k) = (p - 1) * 256 + b * 8 + k
known(p, b, w) = sum [k=1:8] (words_of[slot(p, b, k)] == w ? k : 0)
count(p, b) = sum [k=1:8] (words_of[slot(p, b, k)] >= 0)
place(p, l) = (p - 1) * 32 + l + 1
start(lane) = column("step") == step ? 0 : (panels = panels + 1, step = column("step"))
serve(l, w, b) = (known(panels, b, w) ? 0 : (words_of[slot(panels, b, count(panels, b) + 1)] = w), \
  bank[place(panels, l)] = b, served[place(panels, l)] = known(panels, b, w), \
  waves[panels] = served[place(panels, l)] > waves[panels] ? served[place(panels, l)] : waves[panels], \
  l == 1 ? (distance[panels] = w) : 0)
see(l, w) = strstrt(strcol("op"), "ld") == 1 && strstrt(strcol("op"), ".shared") ? (start(l), serve(l, w, w % 32)) : 0
stats a_gpu_in_the_cpu_banks_trace using (see(int(column("lane")), int(column("address")) / 4)) nooutput
unset datafile columnheaders

array top[9]
do for [i=1:9] { top[i] = 0 }
do for [p=1:panels] { top[p + 1] = top[p] + waves[p] + 1.4 }
unset border
unset tics
unset xlabel
# Narrow, banks stand below one another, and wavefronts from left to right.
across(bank, down) = narrow ? down : bank
upward(bank, down) = narrow ? -bank : -down
if (narrow) {
  eval picture(44 + 17 * 32)
  set margins at screen 0.13, screen 0.99, at screen 0.01, screen 0.94
  set xrange [0.2:top[panels + 1] + 0.2]
  set yrange [-31.6:0.6]
  set label "bank" at screen 0.01, screen 0.97 left tc rgb faint
  do for [b=0:31:4] { set label sprintf("%d", b) at screen 0.08, first -b right tc rgb faint }
  do for [p=1:panels] {
    set label sprintf("stride %d", distance[p]) at first top[p] + 1 + waves[p] / 2., screen 0.97 center
    do for [k=0:waves[p]] {
      set arrow from top[p] + 1 + k, 0.6 to top[p] + 1 + k, -31.6 nohead lc rgb line lw 0.8 back
    }
  }
} else {
  eval picture(44 + 21 * top[panels + 1])
  set margins at screen 0.02, screen 0.99, at screen 0.01, screen 0.93
  set xrange [-0.7:31.7]
  set yrange [-top[panels + 1]:0.3]
  do for [b=0:31:4] { set label sprintf("%d", b) at first b, screen 0.96 center tc rgb faint font ",12" }
  set label "bank" at first 31.4, screen 0.96 right tc rgb faint font ",12"
  do for [p=1:panels] {
    set label sprintf("stride %d: %d wavefront%s", distance[p], waves[p], waves[p] == 1 ? "" : "s") \
      at -0.5, -top[p] - 0.45 left
    do for [k=0:waves[p]] {
      set arrow from -0.6, -top[p] - 1 - k to 31.6, -top[p] - 1 - k nohead lc rgb line lw 0.8 back
    }
  }
}
panel_of(i) = int(i - 1) / 32 + 1
lane_of(i) = int(i - 1) % 32
inside(i) = panel_of(i) <= panels
down_of(i) = top[panel_of(i)] + 0.5 + served[i]
plot served using (inside($1) ? across(bank[$1], down_of($1)) : NaN):(upward(bank[$1], down_of($1))):(sprintf("%d", lane_of($1))) \
  with labels font (narrow ? ",12" : ",11") tc rgb series_1
