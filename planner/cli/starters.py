"""The commented demands that `planner init` prints."""

from typing import Final

_HEAD: Final = """\
# A demand for planner. Quote it with:  planner quote demand.yaml
# Every limit names its percentile; every rate is at the peak.
name: My service
workloads:
"""
_TAIL: Final = """\
# deployments: [gpt-oss-120b--h200-sxm--mxfp4-tp1--vllm]   # omitted: all that fit the model
policy:
  headroom: 0.30                   # plan for 1.3 x the peak (or utilization_cap, never both)
  spare_replicas_per_pool: 1       # on top of headroom
  acquisition: own                 # own | rent | cheapest
# sites:
#   - {name: east, power_cap_megawatts: 2, pue: 1.3, usd_per_kwh: 0.08}
# costs: {usd_per_kwh: 0.08}       # whatever differs from the default cost book
"""
_SHAPE: Final = """\
    model: gpt-oss-120b
    input_tokens: 900              # mean per {unit}
    output_tokens: 900             # mean per {unit}, visible
    # reasoning_tokens: 200        # hidden, before the first visible one
    # cached_input_fraction: 0.3   # served by a prefix cache
    peak_to_mean: 2                # sized for the peak, tokens are delivered at the mean
"""

STARTERS: Final = {
    "requests": f"""{_HEAD}  - name: chat
    requests_per_s: 50             # at the peak
{_SHAPE.format(unit="request")}    slo:
      ttft_ms: {{p50: 1000}}
      tpot_ms: {{p95: 25}}
{_TAIL}""",
    "users": f"""{_HEAD}  - name: chat
    kind: users
    active_users: 5000             # at the peak
    requests_per_user_per_minute: 1
{_SHAPE.format(unit="request")}    slo:
      tpot_ms: {{p95: 25}}
{_TAIL}""",
    "agent": f"""{_HEAD}  - name: coding agent
    kind: agent
    tasks_per_s: 0.5               # at the peak
    calls_per_task: 20
    tool_s_per_call: 2             # tools between two calls
{_SHAPE.format(unit="call")}    task_s: {{p50: 600}}
{_TAIL}""",
    "voice": f"""{_HEAD}  - name: phone line
    kind: voice
    concurrent_sessions: 500       # at the peak
    turns_per_minute: 4
{_SHAPE.format(unit="turn")}    time_to_first_audio_ms: {{p50: 1500}}
    endpoint_ms: 300               # silence before a turn counts as over
    asr_ms: 100
    tts_first_audio_ms: 150
    network_ms: 80                 # both ways
    first_chunk_tokens: 10         # that speech synthesis needs to start
    tokens_per_audio_s: 5          # slower generation stutters
    barge_in_fraction: 0.1
    barge_in_heard_fraction: 0.5
{_TAIL}""",
}
