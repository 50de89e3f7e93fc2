"""Graphs: paths, flows, communities, drawing positions, isomorphism, files."""
import io
import random

import networkx as nx

random.seed(1)
g = nx.gnm_random_graph(60, 150, seed=4)
for u, v in g.edges:
    g[u][v]["weight"] = (u * 7 + v * 3) % 11 + 1
print(nx.info(g) if hasattr(nx, "info") else g)
print(nx.shortest_path(g, 0, 30), nx.dijkstra_path(g, 0, 30), nx.dijkstra_path_length(g, 0, 30))
print(sorted(map(len, nx.connected_components(g))), nx.density(g), nx.transitivity(g), nx.average_clustering(g))
print({n: round(v, 6) for n, v in list(nx.betweenness_centrality(g, weight="weight").items())[:8]})
print({n: round(v, 6) for n, v in list(nx.closeness_centrality(g).items())[:8]})
tree = nx.minimum_spanning_tree(g)
print(tree.size(weight="weight"), sorted(tree.edges(data="weight"))[:6])
print(sorted(map(sorted, nx.community.greedy_modularity_communities(g)))[:3])
print(len(list(nx.find_cliques(g))), max(nx.find_cliques(g), key=lambda c: (len(c), c)), nx.greedy_color(g)[7], max(nx.core_number(g).values()))
d = nx.DiGraph()
d.add_weighted_edges_from([("s", "a", 3), ("s", "b", 2), ("a", "b", 2), ("a", "t", 2), ("b", "t", 3)], weight="capacity")
print(nx.maximum_flow(d, "s", "t"), nx.minimum_cut(d, "s", "t")[0], list(nx.topological_sort(d)), list(nx.all_simple_paths(d, "s", "t")))
print(list(nx.lexicographical_topological_sort(d)), nx.dag_longest_path(d), nx.is_directed_acyclic_graph(d), list(nx.bfs_edges(d, "s")), list(nx.dfs_postorder_nodes(d, "s")))
for wrong in (lambda: nx.shortest_path(d, "t", "s"), lambda: nx.shortest_path(d, "t", "zz"), lambda: nx.find_cycle(d), lambda: d.remove_node("q")):
    try:
        wrong()
    except nx.NetworkXException as error:
        print(type(error).__name__, error)
print(nx.is_isomorphic(nx.petersen_graph(), nx.kneser_graph(5, 2) if hasattr(nx, "kneser_graph") else nx.petersen_graph()), nx.diameter(nx.petersen_graph()))
print(sorted(nx.max_weight_matching(nx.path_graph(6))), nx.is_eulerian(nx.cycle_graph(5)), list(nx.eulerian_circuit(nx.cycle_graph(4))))
print("\n".join(nx.generate_gml(nx.path_graph(3))), "\n".join(nx.generate_adjlist(nx.star_graph(3))))
out = io.BytesIO()
nx.write_graphml_xml(d, out)
print(out.getvalue().decode())
print(nx.node_link_data(nx.path_graph(2)), nx.to_prufer_sequence(nx.path_graph(5)), nx.tree_all_pairs_lowest_common_ancestor is not None)
print(nx.forest_str(nx.balanced_tree(2, 2)), nx.to_dict_of_lists(nx.complete_bipartite_graph(2, 3)), nx.bipartite.maximum_matching(nx.complete_bipartite_graph(2, 3)))
big = nx.barabasi_albert_graph(800, 3, seed=7)
print(big.number_of_edges(), sum(nx.single_source_shortest_path_length(big, 0).values()), max(dict(big.degree).values()), nx.number_of_nodes(nx.ego_graph(big, 5, 2)))
m = nx.MultiGraph([(1, 2), (1, 2, "k", {"w": 3}), (2, 3)])
print(m.edges(keys=True, data=True), m.degree, m.subgraph([1, 2]).edges, nx.contracted_nodes(m, 1, 2).edges(data=True))
print({k: (round(x, 3), round(y, 3)) for k, (x, y) in nx.random_layout(nx.path_graph(3), seed=1).items()} if False else nx.degree_histogram(big)[:9])
