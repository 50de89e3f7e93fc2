"""A walk through libraries for things in the world: trees of species, tracks, distances, bits, notes, days."""
import datetime
import io

import bitstring
import dendropy
import gpxpy
import gpxpy.gpx
import holidays
import iso8601
import mido
import pendulum
from geopy.distance import geodesic, great_circle
from geopy.point import Point

tree = dendropy.Tree.get(data="((A:1,B:2):0.5,(C:1.5,(D:1,E:1):1):0.25);", schema="newick")
print("dendropy", tree.as_string("newick"), tree.length(), [n.taxon.label for n in tree.leaf_node_iter()])
tree.print_plot()
print("dendropy", tree.mrca(taxon_labels=["D", "E"]).distance_from_root())

gpx, segment = gpxpy.gpx.GPX(), gpxpy.gpx.GPXTrackSegment()
gpx.tracks.append(gpxpy.gpx.GPXTrack("t"))
gpx.tracks[0].segments.append(segment)
for i in range(5):
    when = datetime.datetime(2026, 1, 1, 12, i)
    segment.points.append(gpxpy.gpx.GPXTrackPoint(50 + i * .01, 8, elevation=100 + i, time=when))
again = gpxpy.parse(gpx.to_xml())
print("gpxpy", gpx.to_xml(), again.length_3d(), again.get_duration(), again.get_uphill_downhill(), again.get_moving_data())

print("geopy", geodesic((52.5, 13.4), (48.8, 2.3)).km, great_circle((52.5, 13.4), (48.8, 2.3)).miles)
print("geopy", Point("41.5;-81.0"), Point("41 30 N 81 0 W").format())

bits = bitstring.BitArray("0x12, 0b101, uint:12=99")
print("bitstring", bits, bits.bin, bits.find("0b11"), bits[3:9], ~bits, bits.count(1), bits + "0b1")
print("bitstring", bitstring.pack("<H, float:32, se=-5", 7, 1.5), bitstring.ConstBitStream(bytes=b"\x01\x02abc").readlist("uint:8, int:8, bytes:3"))

song, track, file = mido.MidiFile(), mido.MidiTrack(), io.BytesIO()
song.tracks.append(track)
track.append(mido.MetaMessage("set_tempo", tempo=500000))
track.append(mido.Message("note_on", note=60, velocity=64, time=32))
track.append(mido.Message("note_off", note=60, time=96))
song.save(file=file)
back = mido.MidiFile(file=io.BytesIO(file.getvalue()))
print("mido", file.getvalue(), back.length, back.tracks, mido.parse_all([0x90, 1, 2, 0xb0, 3, 4]))

print("iso8601", iso8601.parse_date("2026-11-23T10:11:12.5+02:30"), iso8601.parse_date("20261123"))
try:
    iso8601.parse_date("nope")
except iso8601.ParseError as e:
    print("iso8601", e)
day = pendulum.datetime(2026, 11, 23, tz="Europe/Paris")
print("pendulum", day.add(months=3, days=-2).to_iso8601_string(), pendulum.parse("2026-W12-3"), pendulum.duration(days=15, hours=3).in_words())
print("pendulum", pendulum.datetime(2026, 1, 1).diff_for_humans(pendulum.datetime(2025, 1, 1)))
print("holidays", sorted(holidays.UnitedStates(years=2026).items())[:4], datetime.date(2026, 12, 25) in holidays.Germany())
